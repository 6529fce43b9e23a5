/// HTTP exchange: authentication, rate limits, time-outs, routes, server addresses.
package dev.tidemark.app.http.exchange;
