// Package login lets a person log in to a model service instead of giving a key, and keeps what comes of
// it: an access token that each request carries, and a refresh token that renews it.
//
//	LogIn     flow (loopback, paste or device) --code--> service --tokens--> keyring or oauth.json
//	Source    oauth.json --token--> request; an old one is renewed first, by one process at a time
//	LogOut    tokens given back, and removed
//
// A [Service] says where all of this happens. Three are known ([Known]), and the user's configuration can
// change them or add others. The protocol itself is golang.org/x/oauth2's. What is here sees to the rest:
// the page that the browser comes back to answers nobody else, tokens are replaced in one step and under
// a lock, every wait has an end, nothing that a service says reaches a terminal as it came, and no error
// holds a secret.
package login
