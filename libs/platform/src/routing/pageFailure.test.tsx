/** The focus and the announcement after a page has failed, and what counts as a page that was shown. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as pageArrival from './PageArrival';

let PageArrival: typeof pageArrival.PageArrival;
let announce: ReturnType<typeof vi.fn<(text: string) => void>>;
let shown: ReturnType<typeof vi.fn<() => void>>;

/** Each test is a new visit. */
beforeEach(async () => {
  vi.resetModules();
  announce = vi.fn();
  shown = vi.fn();
  vi.doMock('../ui/announce', () => ({ announce }));
  vi.doMock('../health/records', () => ({ pageShown: { emit: shown } }));
  ({ PageArrival } = await import('./PageArrival'));
});
afterEach(() => {
  cleanup();
  vi.doUnmock('../ui/announce');
  vi.doUnmock('../health/records');
});

interface PageProps {
  path: string;
  title: string;
  isFailure?: boolean;
}
const Page = ({ path, title, isFailure = false }: PageProps) => (
  <main>
    <h1 key={title}>{title}</h1>
    {!isFailure && <button type="button">Pay</button>}
    <PageArrival {...{ path, title, isFailure }} />
  </main>
);
const focused = () => document.activeElement?.textContent;
const failed = { title: 'Couldn’t load “Billing”', isFailure: true };

test('a page that fails later gives its focus to the message, which is announced', () => {
  const { rerender } = render(<Page path="/" title="Home" />);
  rerender(<Page path="/billing" title="Billing" />);
  screen.getByRole('button').focus();
  rerender(<Page path="/billing" {...failed} />);
  expect(focused()).toBe(failed.title);
  expect(announce.mock.calls).toEqual([['Billing'], [failed.title]]);
});

test('a part that fails elsewhere on the page does not take the focus', () => {
  const outside = document.body.appendChild(document.createElement('button'));
  const { rerender } = render(<Page path="/billing" title="Billing" />);
  outside.focus();
  rerender(<Page path="/billing" {...failed} />);
  expect(document.activeElement).toBe(outside);
  expect(announce).not.toHaveBeenCalled();
  outside.remove();
});

test('a first page that fails keeps the browser’s focus', () => {
  render(<Page path="/billing" {...failed} />);
  expect(document.activeElement).toBe(document.body);
  expect(announce).not.toHaveBeenCalled();
});

test('a page that failed does not count as shown, its next try does', () => {
  const { rerender } = render(<Page path="/billing" {...failed} />);
  expect(shown).not.toHaveBeenCalled();
  rerender(<Page path="/billing" title="Billing" />);
  expect(shown).toHaveBeenCalledOnce();
});

test('a page that renders again is neither shown nor announced again', () => {
  const { rerender } = render(<Page path="/" title="Home" />);
  rerender(<Page path="/billing" title="Billing" />);
  rerender(<Page path="/billing" title="Billing" />);
  expect(shown).toHaveBeenCalledTimes(2);
  expect(announce).toHaveBeenCalledOnce();
});
