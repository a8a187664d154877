/** A conversation follows its end until the user scrolls up. jsdom has no layout, so the test sets the sizes. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Chat } from './Chat';
import { ChatComposer } from './ChatComposer';
import { ChatMessage } from './ChatMessage';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A visible height of 100 px. */
function sizeLog(height: () => number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(height);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, options?: ScrollToOptions | number) {
    if (typeof options === 'object') this.scrollTop = options.top ?? 0;
  } as typeof HTMLElement.prototype.scrollTo;
}

const Example = ({ answer, newest = 1 }: { answer: string; newest?: number | undefined }) => (
  <Chat label="Chat" listLabel="Conversation" newest={newest} empty="Nothing yet" composer={<input />}>
    <li>
      <ChatMessage by="Helper">{answer}</ChatMessage>
    </li>
  </Chat>
);

test('follows a growing answer, stops when the user scrolls up, and returns with a press', async () => {
  let height = 300;
  sizeLog(() => height);
  const { rerender } = render(<Example answer="a" />);
  const log = screen.getByRole('group', { name: 'Conversation' });
  expect(log.scrollTop).toBe(300);
  fireEvent.scroll(log);

  log.scrollTop = 50;
  fireEvent.scroll(log);
  height = 500;
  rerender(<Example answer="ab" />);
  expect(log.scrollTop).toBe(50);

  await userEvent.click(screen.getByRole('button', { name: 'Jump to the end' }));
  expect(log.scrollTop).toBe(500);
  expect(screen.queryByRole('button', { name: 'Jump to the end' })).toBeNull();
  height = 600;
  rerender(<Example answer="abc" />);
  expect(log.scrollTop).toBe(600);

  log.scrollTop = 50;
  fireEvent.scroll(log);
  rerender(<Example answer="d" newest={2} />);
  expect(log.scrollTop).toBe(600);
});

test('a conversation of an earlier visit has the place of an empty one until the user is in it', () => {
  sizeLog(() => 300);
  HTMLElement.prototype.scrollIntoView = () => undefined;
  render(<Example answer="a" />);
  const isSmall = () => screen.getByRole('region', { name: 'Chat' }).hasAttribute('data-small');
  expect(isSmall()).toBe(true);
  fireEvent.focus(screen.getByRole('textbox'));
  expect(isSmall()).toBe(false);
  cleanup();
  const chat = { label: 'Chat', listLabel: 'Conversation', empty: '', composer: '', children: '' };
  const { rerender } = render(<Chat {...chat} newest={undefined} />);
  rerender(<Chat {...chat} newest={1} />);
  expect(isSmall()).toBe(false);
});

function setUpComposer(values: { isAnswering?: boolean; value?: string } = {}) {
  const actions = { onChange: vi.fn(), onSend: vi.fn(), onStop: vi.fn(), onCancel: vi.fn() };
  const texts = { label: 'Message', placeholder: 'Ask', sendLabel: 'Send', stopLabel: 'Stop' };
  render(<ChatComposer {...texts} {...actions} value="Hi" maxLength={100} isAnswering={false} {...values} />);
  return actions;
}

test('Enter sends; Shift and Enter, and Enter of an input method, do not', () => {
  const { onSend, onCancel } = setUpComposer();
  const field = screen.getByRole('textbox', { name: 'Message' });
  expect(fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(onSend).toHaveBeenCalledOnce();
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
  expect(onCancel).toHaveBeenCalledOnce();
});

test('the button stops an answer, but not by the second click of a double click', () => {
  const { onSend, onStop } = setUpComposer({ isAnswering: true });
  const button = screen.getByRole('button', { name: 'Stop' });
  fireEvent.click(button, { detail: 2 });
  expect(onStop).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 1 });
  expect(onStop).toHaveBeenCalledOnce();
  expect(onSend).not.toHaveBeenCalled();
});
