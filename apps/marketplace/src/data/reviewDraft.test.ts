import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userStorageKey } from '@slipway/session';
import { parseRating, readReviewDraft, storeReviewDraft } from './reviewDraft';

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const draft = { rating: '3', body: 'Fine' } as const;

test('stores a draft per user and agent, and deletes it', () => {
  storeReviewDraft('u1', 'a1', draft);
  expect(readReviewDraft('u1', 'a1')).toEqual(draft);
  expect(readReviewDraft('u2', 'a1')).toBeUndefined();
  expect(readReviewDraft('u1', 'a2')).toBeUndefined();
  // Signing out deletes it.
  expect(sessionStorage.key(0)).toBe(userStorageKey('u1', 'marketplace.review.a1'));
  storeReviewDraft('u1', 'a1', undefined);
  expect(readReviewDraft('u1', 'a1')).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test.each(['{', '{}', '{"body":1}', '"text"'])('treats %s in storage as no draft', (text) => {
  storeReviewDraft('u1', 'a1', draft);
  sessionStorage.setItem(sessionStorage.key(0) ?? '', text);
  expect(readReviewDraft('u1', 'a1')).toBeUndefined();
});

test('has no rating for an unknown one', () => {
  expect(parseRating('1')).toBe('1');
  expect(parseRating('6')).toBe('');
  expect(parseRating(undefined)).toBe('');
});

test('works while storage is blocked', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  storeReviewDraft('u1', 'a1', draft);
  expect(readReviewDraft('u1', 'a1')).toBeUndefined();
});
