// Package test holds the tests of the page in a real browser.
package test
