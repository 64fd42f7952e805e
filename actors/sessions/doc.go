// Package sessions supervises the conversations of the process. It opens them, restarts one that
// crashed, and tells whoever opened it when a session is given up.
//
//	accepts     Open
//	tells       Opened for each Open; Lost when a session crashed too often
//	children    session/<id>
//	on failure  restarted by the guardian; its sessions end with it and are opened again by their
//	            front-ends
//	survives    the logs of the sessions
package sessions
