/** Markdown of users and models: what is rendered, and what never is. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './Markdown';

afterEach(cleanup);

test('renders headings, lists, tables and code, which can be copied', async () => {
  const user = userEvent.setup();
  const text =
    '# Setup\n\n- one\n- two\n\n| Plan | Price |\n|---|---|\n| Pro | $29 |\n\n```sh\nnpm install\nnpm start\n```';
  render(<Markdown level={3} text={text} />);
  expect(screen.getByRole('heading', { level: 3, name: 'Setup' }).id).toBe('');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two']);
  expect(screen.getByRole('cell', { name: '$29' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Code: npm install' }).textContent).toBe(
    'npm install\nnpm start',
  );
  await user.click(screen.getByRole('button', { name: 'Copy Code: npm install' }));
  expect(await navigator.clipboard.readText()).toBe('npm install\nnpm start');
});

test.each(['مرحبا', '- one\n- two', '| Plan |\n|---|\n| Pro |'])(
  'a single block is in the direction of its text, and has the styles of several: %j',
  (text) => {
    const lookOf = (shown: string) => {
      const { container } = render(<Markdown text={shown} />);
      return [container.children.length, container.firstElementChild?.className];
    };
    expect(lookOf(text)).toEqual(lookOf(`${text}\n\nMore`));
    expect(document.querySelectorAll('[dir=auto]')).toHaveLength(2);
  },
);

test('hostile text stays text, and loads nothing', () => {
  const { container } = render(
    <Markdown text="<img src=x onerror=alert(1)> <b>x</b> [press](javascript:alert(1)) [data](data:text/html,x) ![seen](https://example.com/a.png) [out](https://example.com)" />,
  );
  expect(container.textContent).toContain('<img src=x onerror=alert(1)> <b>x</b> press data seen out');
  expect(container.querySelector('img, b, script, iframe, [onerror]')).toBeNull();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://example.com',
  ]);
  expect(screen.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
});

test('text that is still arriving shows no open mark, and a first line of dashes is no metadata', () => {
  const { container, rerender } = render(<Markdown isStreaming text={'---\n\nIt is **very'} />);
  expect(container.textContent).not.toContain('**');
  rerender(<Markdown text={'---\n\nIt is **very** good'} />);
  expect(container.textContent).toBe('It is very good');
  expect(container.querySelector('strong')?.textContent).toBe('very');
});
