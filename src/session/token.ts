import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** True for what {@link newToken} could have made; anything else never reaches a store. */
export function looksLikeToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Compares two tokens in a time that says nothing about where, or in length, they differ. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

/** What a store may know of a token: enough to find the record, not enough to be the user. */
export function storeKey(token: string): string {
  return hash('sha256', token, 'base64url')
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
