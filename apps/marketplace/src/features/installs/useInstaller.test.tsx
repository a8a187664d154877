/** Installing agents from the cards: what the buttons know, and what a press sends. */
import { cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '@slipway/data';
import {
  type Replies,
  type Reply,
  renderPage,
  signInAs,
  signOutAll,
  startBackend,
  startIntersections,
  testUser,
} from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import { firstSample, sampleReplies } from '../../testing/replies';
import { useInstaller } from './useInstaller';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('knows a visitor’s installs in its first render, so that no card is rendered again', async () => {
  startBackend();
  await signOutAll();
  localStorage.setItem('slipway-installs', '["a"]');
  const client = createQueryClient();
  const { result } = renderHook(useInstaller, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const first = result.current;
  expect(first.isReady).toBe(true);
  expect(['a', 'b'].map((id) => first.isInstalled(id))).toEqual([true, false]);
  await waitFor(() => {
    expect(client.isFetching()).toBe(0);
  });
  expect(result.current).toBe(first);
});

const { agent_id, name } = firstSample();

async function open(replies: Replies, address = '/marketplace') {
  const backend = startBackend({ ...sampleReplies, ...replies });
  await signInAs();
  startIntersections();
  const page = renderPage(<MarketplacePage />, address);
  return { backend, ...page, install: await screen.findByRole('button', { name: `Install ${name}` }) };
}

test('while the second factor is due, nothing of the user is read, and what a visitor has installed stays', async () => {
  localStorage.setItem('slipway-installs', JSON.stringify([agent_id]));
  const factors = [{ id: 'f1', factor_type: 'totp', status: 'verified' }];
  const backend = startBackend({
    'GET user': { json: { ...testUser, factors } },
    agent_installs: { status: 403, json: { code: '42501', message: 'x', hint: 'insufficient_aal' } },
  });
  await signInAs();
  renderPage(<MarketplacePage />, '/marketplace');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(backend.requests.filter(({ url }) => url.pathname.startsWith('/rest/'))).toEqual([]);
  expect(localStorage.getItem('slipway-installs')).toBe(JSON.stringify([agent_id]));
});

test('Install takes no press until the user’s installs are known (23)', async () => {
  let reply: (reply: Reply) => void = vi.fn();
  const installs = new Promise<Reply>((resolve) => (reply = resolve));
  const { backend, install } = await open({ 'GET agent_installs': () => installs });
  expect(install.ariaDisabled).toBe('true');
  expect(install.textContent).toBe('Install');
  fireEvent.click(install);
  reply({ json: [{ agent_id }] });
  await screen.findByRole('button', { name: `Installed ${name}` });
  expect(backend.sent('POST', 'agent_installs')).toEqual([]);
});

test('Install works when the user’s installs cannot be read (23)', async () => {
  const { backend, install } = await open({ 'GET agent_installs': { status: 500 } });
  await waitFor(() => {
    expect(install.ariaDisabled).toBeNull();
  });
  fireEvent.click(install);
  await screen.findByRole('button', { name: `Installed ${name}` });
  expect(backend.sent('POST', 'agent_installs')).toHaveLength(1);
});

test('two presses before the page shows the first one install once (23)', async () => {
  const { backend, install, toasts } = await open({});
  await waitFor(() => {
    expect(install.ariaDisabled).toBeNull();
  });
  install.click();
  install.click();
  await screen.findByRole('button', { name: `Installed ${name}` });
  expect(backend.sent('POST', 'agent_installs')).toHaveLength(1);
  expect(toasts('success')).toEqual([`${name} installed successfully!`]);
});

const cardText = () => screen.getByText(name, { selector: 'article *' }).closest('article')?.textContent;

test('an install and its end are counted on the card and in the details, without another read, and keep the focus (23)', async () => {
  const { installs } = firstSample();
  const shown = (count: number) => `${count.toLocaleString('en')} downloads`;
  const agent = {
    id: agent_id,
    name,
    creator_id: 'c1',
    category: 'sales',
    tags: [],
    examples: [],
    notice_days: 30,
  };
  const { backend } = await open({
    agents: ({ url }) => ({
      json: url.searchParams.has('id') ? [{ ...agent, install_count: installs }] : [],
    }),
    list_agent_versions: { json: [] },
    agent_reviews: { json: [] },
  });
  const names = () => [...document.querySelectorAll('article h2')].map((each) => each.textContent);
  const before = names();
  expect(cardText()).toContain(shown(installs));
  const preview = screen.getByRole('button', { name: `Preview ${name}` });
  fireEvent.click(preview);
  const dialog = within(await screen.findByRole('dialog', { name }));
  expect(await dialog.findByText(shown(installs))).toBeTruthy();
  fireEvent.click(await dialog.findByRole('button', { name: `Install ${name}` }));
  expect(await dialog.findByText(shown(installs + 1))).toBeTruthy();
  expect(cardText()).toContain(shown(installs + 1));
  const uninstall = dialog.getByRole('button', { name: 'Uninstall' });
  uninstall.focus();
  fireEvent.click(uninstall);
  expect(await dialog.findByText(shown(installs))).toBeTruthy();
  expect(cardText()).toContain(shown(installs));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: `Install ${name}` }));
  expect(names()).toEqual(before);
  expect(backend.sent('POST', 'search_listings')).toHaveLength(1);
});
