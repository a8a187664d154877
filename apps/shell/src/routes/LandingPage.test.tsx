import { cleanup, screen, within } from '@testing-library/react';
import { renderPage } from '@slipway/testing';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import LandingPage from './LandingPage';

const site = { name: 'Dock', owner: 'Dock Ltd', callUrl: 'https://cal.example.com/ada' };
vi.mock('@slipway/platform', async (original) => ({
  ...(await original<object>()),
  useSite: () => site,
  Slot: ({ waiting }: { waiting: React.ReactNode }) => waiting,
}));
beforeEach(() => {
  renderPage(<LandingPage />);
});
afterEach(cleanup);
afterAll(() => {
  vi.doUnmock('@slipway/platform');
});

const itemsOf = (title: string) => {
  const section = screen.getByRole('region', { name: title });
  return within(section)
    .getAllByRole('listitem')
    .map((item) => [
      within(item).getByRole('heading').textContent,
      within(item).queryByText('Coming Soon') !== null,
    ]);
};

test('the headline is the only h1 and has the lead text', { tags: ['SHELL-40', 'SHELL-41'] }, () => {
  expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([
    'Deploy AI Agents in Seconds',
  ]);
  expect(
    screen.getByText(
      'The AI agent marketplace where creators list AI agents and customers can find them. No technical expertise required.',
    ),
  ).toBeTruthy();
});

test('links to the marketplace and to sign-up', { tags: ['SHELL-42', 'SHELL-43'] }, () => {
  expect(screen.getByRole('link', { name: 'Browse Agents' }).getAttribute('href')).toBe('/marketplace');
  expect(screen.getByRole('link', { name: 'Submit AI Agent' }).getAttribute('href')).toBe('/signup');
});

test(
  'lists features and benefits with exactly four Coming Soon marks',
  { tags: ['SHELL-44', 'SHELL-45', 'SHELL-46'] },
  () => {
    expect(itemsOf('From idea to working agent')).toEqual([
      ['Instant Deployment', true],
      ['Creator Economy', true],
      ['No Code Required', false],
    ]);
    expect(itemsOf('Why Dock')).toEqual([
      ['Quick Deployment', true],
      ['Global Marketplace', false],
      ['Monetization', true],
    ]);
    expect(screen.getAllByText('Coming Soon')).toHaveLength(4);
  },
);

test('orders hero, featured agents, benefits, founder and footer', { tags: ['SHELL-47'] }, () => {
  const parts = [
    screen.getByRole('heading', { level: 1 }),
    screen.getByRole('region', { name: 'Featured AI Agents' }),
    screen.getByRole('region', { name: 'Why Dock' }),
    screen.getByRole('region', { name: 'Build what’s next with us' }),
    screen.getByRole('contentinfo'),
  ];
  const inOrder = [...parts].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  expect(parts).toEqual(inOrder);
});

test(
  'opens the scheduling link of the founder in a new tab on another host',
  { tags: ['SHELL-48', 'SHELL-49'] },
  () => {
    const section = screen.getByRole('region', { name: 'Build what’s next with us' });
    expect(section.textContent).toMatch(/founder.*collaborators/);
    const link = within(section).getByRole<HTMLAnchorElement>('link');
    expect(link.target).toBe('_blank');
    expect(link.rel).toContain('noopener');
    expect(link.href).toBe(site.callUrl);
    expect(link.host).not.toBe(window.location.host);
  },
);

test('the footer has a copyright notice', { tags: ['SHELL-50'] }, () => {
  expect(screen.getByRole('contentinfo').textContent).toContain(
    `© ${String(new Date().getFullYear())} Dock Ltd`,
  );
});

test('shows six skeletons until the slice has loaded', { tags: ['MKT-02'] }, () => {
  const { container } = { container: document.body };
  expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(6);
  expect(container.querySelectorAll('[aria-busy=true]')).toHaveLength(1);
});
