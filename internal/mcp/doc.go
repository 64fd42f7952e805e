// Package mcp is the client side of the Model Context Protocol: a [Server] is connected to over the standard
// input and output of a program ([Stdio]) or over HTTP ([HTTP]), and gives its tools as handlers.
//
// The library speaks both eras of the protocol: it asks by server/discover first, and falls back to the
// handshake of 2025-11-25 and before when the server does not know that question. Two kinds of old server
// have no answer to it at all, and are seen through here: one that stays silent gets an answer made in its
// place after a while, and one that ends is started again and greeted in the old way.
//
// Nothing of a server is trusted. Lines and answers are bounded, lines that are no messages are passed over,
// every wait has an end, and what is told of a failure is cleaned and shows no secret. No redirect is
// followed. Of what a server may ask of a client, everything is answered as not supported.
package mcp
