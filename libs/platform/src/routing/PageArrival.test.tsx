import { cleanup, render, screen } from '@testing-library/react';
import { Main } from '@slipway/design-system';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as pageArrival from './PageArrival';
import type * as announcer from '../ui/Announcer';

let PageArrival: typeof pageArrival.PageArrival;
let HeldFocus: typeof pageArrival.HeldFocus;
let Announcer: typeof announcer.Announcer;

const Page = ({ path, title, hasHeading = true }: { path: string; title: string; hasHeading?: boolean }) => (
  <>
    <Announcer />
    <header>
      <h1>Slipway</h1>
    </header>
    <Main>
      {hasHeading && <h1>{title}</h1>}
      <PageArrival path={path} title={title} />
    </Main>
  </>
);

/** Each test is a new visit, which begins without a last page. */
beforeEach(async () => {
  vi.resetModules();
  ({ PageArrival, HeldFocus } = await import('./PageArrival'));
  ({ Announcer } = await import('../ui/Announcer'));
});

afterEach(cleanup);

const announcement = () => document.querySelector('[data-announcer]')?.textContent;

test('keeps the browser’s focus on the first page of a visit', () => {
  render(<Page path="/" title="Home" />);
  expect(document.activeElement).toBe(document.body);
  expect(announcement()).toBe('');
});

test('focuses the new page’s heading after a navigation, without scrolling', () => {
  const { rerender } = render(<Page path="/" title="Home" />);
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  rerender(<Page path="/billing" title="Billing" />);
  const heading = screen.getByRole('heading', { name: 'Billing' });
  expect(document.activeElement).toBe(heading);
  expect(heading.tabIndex).toBe(-1);
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
});

test('announces the title after a navigation', () => {
  const { rerender } = render(<Page path="/" title="Home" />);
  rerender(<Page path="/billing" title="Billing" />);
  expect(announcement()).toBe('Billing');
});

test('keeps the focus when the page renders again with another title', () => {
  const { rerender } = render(<Page path="/" title="Home" />);
  rerender(<Page path="/" title="Home (2)" />);
  expect(document.activeElement).toBe(document.body);
  expect(announcement()).toBe('');
});

test('still announces a page without a heading', () => {
  const { rerender } = render(<Page path="/" title="Home" />);
  rerender(<Page path="/billing" title="Billing" hasHeading={false} />);
  expect(announcement()).toBe('Billing');
  expect(document.activeElement).toBe(document.body);
});

const Loading = () => (
  <>
    <HeldFocus />
    <Main>loading</Main>
  </>
);

test('the loading state has the focus that was in the last page, until the heading of the next one has it', () => {
  const { rerender } = render(<Page path="/login" title="Sign In" />);
  screen.getByRole('heading', { name: 'Sign In' }).focus();
  rerender(<Loading key="guard" />);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  rerender(<Loading key="page" />);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  rerender(<Page path="/dashboard" title="Dashboard" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Dashboard' }));
});

test('the loading state of the first page takes no focus, and keeps that of a control that is still there', () => {
  const search = <input aria-label="Search" />;
  const { rerender } = render(<Loading />);
  expect(document.activeElement).toBe(document.body);
  rerender(
    <>
      {search}
      <Page path="/" title="Home" />
    </>,
  );
  expect(document.activeElement).toBe(document.body);
  screen.getByLabelText('Search').focus();
  rerender(
    <>
      {search}
      <Loading />
    </>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

test('after a dialog over the loading state of the first page, the heading has the focus', () => {
  const { rerender } = render(<Loading />);
  // As the dialog leaves it.
  screen.getByRole('main').focus();
  rerender(<Page path="/dashboard" title="Dashboard" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Dashboard' }));
});
