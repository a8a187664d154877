// @vitest-environment jsdom
/** The input of closed forms, across changes of user: it is kept for the user who has typed it, and for no other. */
import { cleanup, renderHook } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { forgetUserData } from './formInputs';
import { useSentInput, useUnsentInput } from './useSentInput';

afterEach(cleanup);

/** Opens a form with what is being saved, and what would be lost. */
function start() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return {
    client,
    open: (sent?: string, typed?: object) =>
      renderHook(
        () => {
          useUnsentInput('form', typed);
          return useSentInput<unknown>('form', sent);
        },
        { wrapper },
      ),
  };
}
const ada = { name: 'Typed by Ada' };

test('the user whose session has expired finds what was typed, once', () => {
  const { client, open } = start();
  const form = open(undefined, ada);
  forgetUserData(client, 'ada', true);
  form.unmount();
  forgetUserData(client, 'ada');
  const again = open(undefined, ada);
  expect(again.result.current.input).toBe(ada);
  // The user has discarded it.
  again.unmount();
  expect(open().result.current.input).toBeUndefined();
});

test.each([
  ['another user signs in after it', 'ben'],
  ['the user signs out', undefined],
])('nothing is left when %s', (_, next) => {
  const { client, open } = start();
  const form = open(undefined, ada);
  forgetUserData(client, 'ada', true);
  form.unmount();
  forgetUserData(client, next);
  forgetUserData(client, 'ada');
  expect(open().result.current.input).toBeUndefined();
});

test('a form that closes after a change of user leaves nothing to the next one', () => {
  const { client, open } = start();
  const form = open('being saved', ada);
  // The page of the first user is removed after the event.
  forgetUserData(client, 'ben');
  form.unmount();
  expect(open().result.current.input).toBeUndefined();
});

test('without a change of user, only a save in progress keeps the input', () => {
  const { open } = start();
  open(undefined, ada).unmount();
  expect(open().result.current.input).toBeUndefined();
  open('being saved', ada).unmount();
  expect(open().result.current.input).toBe('being saved');
});
