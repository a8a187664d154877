/** Reviews of an agent: reading, sorting, voting, and the user's review. One file: all tests show the same reviews. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Agent } from '../../data/agents';
import { Reviews } from './Reviews';

const rate = async (rating = '4 out of 5') => {
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Your rating' }), rating);
};

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const agent = { id: 'a1', creator_id: 'c1' } as Agent;
const review = (id: string, rating: number, body: string, helpful_count = 0) => ({
  ...{ id, rating, body, helpful_count, created_at: '2026-01-02T12:00:00+00:00' },
});

/** Replies with `rows` for everyone and `own` for the signed-in user's review. */
const repliesFor = (rows: object[], own: object[] = []): Replies => ({
  'GET agent_reviews': ({ url }) => ({ json: url.searchParams.has('user_id') ? own : rows }),
  rating_distribution: { json: [{ rating: 5, reviews: 2 }] },
});

async function show(replies: Replies, { isSignedIn = false, of = agent } = {}) {
  const backend = startBackend(replies);
  await (isSignedIn ? signInAs() : signOutAll());
  return { backend, ...renderPage(<Reviews agent={of} />) };
}

const rows = [review('r1', 5, 'Great'), review('r2', 3, 'Fine', 2)];

test('shows reviews with a breakdown of the ratings, and no form, to a visitor', async () => {
  await show(repliesFor(rows));
  const breakdown = within(await screen.findByRole('list', { name: 'Rating breakdown' }));
  expect(await breakdown.findByText('5 out of 5: 2 ratings')).toBeTruthy();
  expect(breakdown.getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByText('Great')).toBeTruthy();
  expect(screen.getByText('2 people found this helpful')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Helpful/ })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Your rating' })).toBeNull();
});

test('an agent without reviews', async () => {
  await show(repliesFor([]));
  expect(await screen.findByText('No reviews yet.')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
});

test('the first review moves nothing above its form: the breakdown is there before it', async () => {
  const { backend } = await show(
    { ...repliesFor([]), 'POST agent_reviews': { status: 201 } },
    { isSignedIn: true },
  );
  const breakdown = await screen.findByRole('list', { name: 'Rating breakdown' });
  await rate();
  backend.replies = { ...backend.replies, ...repliesFor(rows, rows.slice(0, 1)) };
  await userEvent.click(screen.getByRole('button', { name: 'Publish review' }));
  expect(await screen.findByText('Great', { selector: 'div' })).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Rating breakdown' })).toBe(breakdown);
});

test('shows a failure and retries', async () => {
  const { backend } = await show({ 'GET agent_reviews': { status: 500, json: { message: 'x' } } });
  expect(await screen.findByText('Couldn’t load the reviews')).toBeTruthy();
  backend.replies = repliesFor(rows);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Great')).toBeTruthy();
});

test('shows reviews without the breakdown when only that fails', async () => {
  await show({ ...repliesFor(rows), rating_distribution: { status: 500, json: { message: 'x' } } });
  expect(await screen.findByText('Great')).toBeTruthy();
  await waitFor(() => {
    expect(screen.queryByRole('list', { name: 'Rating breakdown' })).toBeNull();
  });
});

test('sorts by helpful votes', async () => {
  const { backend } = await show(repliesFor(rows));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Most helpful');
  await waitFor(() => {
    const last = backend.sent('GET', 'agent_reviews').at(-1);
    expect(last?.url.searchParams.get('order')).toMatch(/^helpful_count\.desc/);
  });
});

test('the reviews stay while another order loads, and the menu when that fails', async () => {
  const { backend } = await show(repliesFor(rows));
  const order = await screen.findByRole('combobox', { name: 'Sort by' });
  backend.replies = { ...repliesFor(rows), 'GET agent_reviews': 'never' };
  await userEvent.selectOptions(order, 'Most helpful');
  expect(screen.getByText('Great').closest('ul')?.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(order);
  cleanup();
  backend.replies = {
    ...repliesFor(rows),
    'GET agent_reviews': ({ url }) =>
      url.searchParams.get('order')?.startsWith('helpful_count')
        ? { status: 500, json: { message: 'x' } }
        : { json: rows },
  };
  renderPage(<Reviews agent={agent} />);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Most helpful');
  expect(await screen.findByText('Couldn’t load the reviews')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest');
  expect(await screen.findByText('Great')).toBeTruthy();
});

test('keeps the lines of a review, with one blank line between two at most', async () => {
  await show(repliesFor([review('r1', 5, 'Great:\n- fast\n\n  \n\n\n- cheap')]));
  const text = await screen.findByText(/^Great:/);
  expect(text.textContent).toBe('Great:\n- fast\n\n- cheap');
  expect(text.dataset.preserveLines).toBe('true');
});

test('further reviews that fail to load leave the button, with a toast', async () => {
  const many = Array.from({ length: 10 }, (_, index) => review(`r${String(index)}`, 4, 'Good'));
  const { toasts } = await show({
    ...repliesFor(many),
    'GET agent_reviews': ({ url }) =>
      url.searchParams.has('or') ? { status: 500, json: { message: 'x' } } : { json: many },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more reviews' }));
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t load more reviews. Try again in a moment.']);
  });
  expect(screen.getByRole('button', { name: 'Show more reviews' })).toBeTruthy();
});

test('loads further pages', async () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    review(`r${String(index)}`, 4, `Review ${String(index)}`),
  );
  await show({
    ...repliesFor(many),
    'GET agent_reviews': ({ url }) => ({
      json: url.searchParams.has('or') ? [review('last', 2, 'The oldest')] : many,
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more reviews' }));
  expect(await screen.findByText('The oldest')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more reviews' })).toBeNull();
  expect(document.activeElement?.textContent).toContain('The oldest');
});

test('counts a helpful vote in place, and takes it back', async () => {
  const { backend } = await show(repliesFor(rows), { isSignedIn: true });
  const helpful = () => screen.getByText('Fine').closest('li')?.querySelector('button');
  await waitFor(() => {
    expect(helpful()?.textContent).toBe('Helpful (2)');
  });
  for (const [text, pressed] of [
    ['Helpful (3)', 'true'],
    ['Helpful (2)', 'false'],
  ] as const) {
    const button = helpful();
    if (!button) throw new Error('The review has no button');
    await userEvent.click(button);
    await waitFor(() => {
      expect(helpful()?.textContent).toBe(text);
    });
    expect(helpful()?.getAttribute('aria-pressed')).toBe(pressed);
  }
  expect(backend.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(backend.sent('DELETE', 'agent_review_votes')).toHaveLength(1);
});

test('takes no vote before the user’s votes are known', async () => {
  await show({ ...repliesFor(rows), agent_review_votes: 'never' }, { isSignedIn: true });
  expect(await screen.findByRole('button', { name: 'Publish review' })).toBeTruthy();
  expect(screen.getByText('Fine')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Helpful/ })).toBeNull();
});

test('reports a vote that fails', async () => {
  const { toasts } = await show(
    { ...repliesFor(rows), 'POST agent_review_votes': { status: 500, json: { message: 'x' } } },
    { isSignedIn: true },
  );
  const [button] = await screen.findAllByRole('button', { name: /^Helpful/ });
  if (!button) throw new Error('There is no vote button');
  await userEvent.click(button);
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t save your vote. Try again in a moment.']);
  });
});

test('publishes a review, and keeps the draft until then', async () => {
  const { backend, toasts, unmount } = await show(repliesFor(rows), { isSignedIn: true });
  await rate();
  await userEvent.type(screen.getByRole('textbox', { name: 'Your review' }), 'Solid');
  unmount();
  renderPage(<Reviews agent={agent} />);
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
  expect(text.value).toBe('Solid');
  await userEvent.click(screen.getByRole('button', { name: 'Publish review' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your review is published']);
  });
  expect(backend.sent('POST', 'agent_reviews')[0]?.body).toEqual({
    agent_id: 'a1',
    rating: 4,
    body: 'Solid',
  });
  expect(Object.keys(sessionStorage).filter((key) => key.includes('review'))).toEqual([]);
});

test('a review has no rating before the user chooses one', async () => {
  const { backend } = await show(repliesFor(rows), { isSignedIn: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish review' }));
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Your rating' });
  expect([select.value, select.selectedOptions[0]?.text]).toEqual(['', 'Choose a rating']);
  expect([select.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', select]);
  const error = document.getElementById(select.getAttribute('aria-describedby') ?? '');
  expect(error?.textContent).toBe('Choose a rating');
  await rate('1 out of 5');
  expect(select.getAttribute('aria-invalid')).toBeNull();
  expect(backend.sent('POST', 'agent_reviews')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Publish review' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'agent_reviews')[0]?.body).toMatchObject({ rating: 1 });
  });
});

test('what is typed while a review is published stays a draft', async () => {
  let respond = (): void => undefined;
  const { unmount, toasts } = await show(
    {
      ...repliesFor(rows),
      'POST agent_reviews': () =>
        new Promise((resolve) => {
          respond = () => {
            resolve({ status: 201 });
          };
        }),
    },
    { isSignedIn: true },
  );
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
  await rate();
  await userEvent.type(await field(), 'Solid');
  await userEvent.click(screen.getByRole('button', { name: 'Publish review' }));
  await userEvent.type(await field(), ' and fast');
  respond();
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your review is published']);
  });
  unmount();
  renderPage(<Reviews agent={agent} />);
  expect((await field()).value).toBe('Solid and fast');
});

test('updates and deletes the user’s review', async () => {
  const own = review('mine', 2, 'Meh');
  const { backend, toasts } = await show(repliesFor([own], [own]), { isSignedIn: true });
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
  expect(text.value).toBe('Meh');
  expect(screen.queryByRole('button', { name: /^Helpful/ })).toBeNull();
  await userEvent.clear(text);
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }));
  await waitFor(() => {
    expect(toasts()).toContain('Your review is published');
  });
  expect(backend.sent('PATCH', 'agent_reviews')[0]?.body).toEqual({ rating: 2, body: null });
  await userEvent.click(screen.getByRole('button', { name: 'Delete review' }));
  await waitFor(() => {
    expect(toasts()).toContain('Your review is deletedUndo');
  });
  expect(backend.sent('DELETE', 'agent_reviews')[0]?.url.searchParams.get('id')).toBe('eq.mine');
});

test('Undo publishes a deleted review again, and keeps what was typed since', async () => {
  const own = review('mine', 2, 'Meh\nbut fast');
  const { backend, toasts } = await show(repliesFor([own], [own]), { isSignedIn: true });
  const remove = await screen.findByRole('button', { name: 'Delete review' });
  backend.replies = repliesFor(rows);
  await userEvent.click(remove);
  await screen.findByRole('button', { name: 'Publish review' });
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
  await userEvent.type(text, 'Better');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Your rating' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your review is back']);
  });
  expect(backend.sent('POST', 'agent_reviews')[0]?.body).toEqual({
    ...{ agent_id: 'a1', rating: 2, body: 'Meh\nbut fast' },
  });
  expect(text.value).toBe('Better');
  expect(Object.keys(sessionStorage).filter((key) => key.includes('review'))).toHaveLength(1);
});

test('a deletion that fails shows an error', async () => {
  const own = review('mine', 2, 'Meh');
  const failing = {
    ...repliesFor([own], [own]),
    'DELETE agent_reviews': { status: 500, json: { message: 'x' } },
  };
  const { toasts } = await show(failing, { isSignedIn: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete review' }));
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t delete your review. Try again in a moment.']);
  });
});

test('the user’s review that fails to load can be tried again', async () => {
  const { backend } = await show(
    {
      ...repliesFor(rows),
      'GET agent_reviews': ({ url }) =>
        url.searchParams.has('user_id') ? { status: 500, json: { message: 'x' } } : { json: rows },
    },
    { isSignedIn: true },
  );
  expect(await screen.findByText('Couldn’t load your review')).toBeTruthy();
  backend.replies = repliesFor(rows);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Publish review' })).toBeTruthy();
});

test('two presses before the page shows the first one send one review, vote or deletion (23)', async () => {
  const own = review('mine', 2, 'Meh');
  const { backend, queryClient } = await show(repliesFor([own, ...rows], [own]), { isSignedIn: true });
  const other = await screen.findByText('Fine');
  for (const button of [
    await screen.findByRole('button', { name: 'Save review' }),
    screen.getByRole('button', { name: 'Delete review' }),
    await within(other.closest('li') ?? document.body).findByRole('button', { name: 'Helpful (2)' }),
  ]) {
    button.click();
    button.click();
  }
  await waitFor(() => {
    expect(queryClient.isMutating()).toBe(0);
  });
  const sent = backend.requests.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ method, url }) => `${method} ${url.pathname.split('/').at(-1) ?? ''}`).sort()).toEqual([
    'DELETE agent_reviews',
    'PATCH agent_reviews',
    'POST agent_review_votes',
  ]);
});

test('the focus stays in the form when the review is published and when it is deleted (23)', async () => {
  const own = review('mine', 4, 'Solid');
  const { backend, toasts } = await show(repliesFor(rows), { isSignedIn: true });
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
  await rate();
  await userEvent.type(text, 'Solid');
  backend.replies = repliesFor([own, ...rows], [own]);
  await userEvent.click(screen.getByRole('button', { name: 'Publish review' }));
  const remove = await screen.findByRole('button', { name: 'Delete review' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save review' }));
  expect(text.value).toBe('Solid');
  backend.replies = repliesFor(rows);
  await userEvent.click(remove);
  await screen.findByRole('button', { name: 'Publish review' });
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Your rating' }));
  expect(text.value).toBe('');
  expect(toasts()).toContain('Your review is deletedUndo');
});

test('reports a review that fails and keeps its text', async () => {
  const { toasts } = await show(
    { ...repliesFor(rows), 'POST agent_reviews': { status: 500, json: { message: 'x' } } },
    { isSignedIn: true },
  );
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
  await rate();
  await userEvent.type(text, 'Solid');
  await userEvent.click(screen.getByRole('button', { name: 'Publish review' }));
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t save your review. Try again in a moment.']);
  });
  expect(text.value).toBe('Solid');
});

test.each([
  ['published', 'Publish review', 'Save review', [], rows.slice(0, 1), 'POST', 409],
  ['deleted', 'Save review', 'Publish review', rows.slice(0, 1), [], 'PATCH', 406],
] as const)(
  'a review that another tab has %s keeps what was typed, and says what happened',
  async (_, label, next, before, after, method, status) => {
    const { backend, toasts } = await show(
      {
        ...repliesFor(rows, [...before]),
        [`${method} agent_reviews`]: () => {
          Object.assign(backend.replies, repliesFor(rows, [...after]));
          return { status, json: { code: status === 409 ? '23505' : 'PGRST116', message: 'x' } };
        },
      },
      { isSignedIn: true },
    );
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
    await screen.findByRole('button', { name: label });
    await rate();
    await userEvent.clear(text);
    await userEvent.type(text, 'Solid');
    await userEvent.click(screen.getByRole('button', { name: label }));
    await waitFor(() => {
      expect(toasts('error')).toEqual([
        'Your review was published or deleted elsewhere. Your text is still here: press the button again to publish it.',
      ]);
    });
    expect(await screen.findByRole('button', { name: next })).toBeTruthy();
    expect(text.value).toBe('Solid');
  },
);

test('the creator has no form', async () => {
  await show(repliesFor(rows), { isSignedIn: true, of: { ...agent, creator_id: testUser.id } });
  expect(await screen.findByText('Great')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Your rating' })).toBeNull();
});
