// Package listing asks model services which models they have, and a public catalogue what is known about
// them.
//
//	service  --GET /models-->  parse.go    id, and what each service says beside it
//	catalogue --GET URL----->  catalogue.go  windows, prices and abilities, by vendor
//
// Everything goes through the guarded HTTP of package wire, so limits, proxies, certificates and the words
// of failures are those of a conversation. What comes back is from outside: every field is optional, of
// loose type and bounded, and a name that no terminal should see is no name.
package listing
