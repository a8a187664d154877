import { useMemo, useRef } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useFocusAfterRemoval } from './useFocusAfterRemoval';

afterEach(cleanup);

const button = (id: string) => <button type="button">Delete {id}</button>;

function List({ names, view }: { names: string; view: 'cards' | 'table' }) {
  const container = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(
    container,
    useMemo(() => names.split(' '), [names]),
  );
  const ids = names.split(' ');
  return (
    <div ref={container}>
      <button type="button">View</button>
      {view === 'cards' ? (
        ids.map((id) => (
          <article key={id}>
            {button(id)}
            <table>
              <tbody>
                <tr>
                  <td>{button(`a row of ${id}`)}</td>
                </tr>
              </tbody>
            </table>
          </article>
        ))
      ) : (
        <table>
          <tbody>
            {ids.map((id) => (
              <tr key={id}>
                <td>{button(id)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

test.each(['cards', 'table'] as const)(
  'after an item of the %s is removed, the focus is on the one in its place, or the last',
  (view) => {
    const { rerender } = render(<List names="a b c" view={view} />);
    const remove = (name: string, names: string) => {
      screen.getByRole('button', { name: `Delete ${name}` }).focus();
      rerender(<List names={names} view={view} />);
      return document.activeElement?.textContent;
    };
    expect(remove('b', 'a c')).toBe('Delete c');
    expect(remove('c', 'a')).toBe('Delete a');
  },
);

function OrEmpty({ ids }: { ids: readonly string[] }) {
  const container = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(container, ids);
  return (
    <div ref={container}>
      {ids.length === 0 && <button type="button">Create</button>}
      {ids.map((id) => (
        <article key={id}>{button(id)}</article>
      ))}
    </div>
  );
}

test('an item that comes back into an empty list has the focus of what it replaces', () => {
  const { rerender } = render(<OrEmpty ids={['a']} />);
  screen.getByRole('button').focus();
  rerender(<OrEmpty ids={[]} />);
  expect(document.activeElement?.textContent).toBe('Create');
  rerender(<OrEmpty ids={['a']} />);
  expect(document.activeElement?.textContent).toBe('Delete a');
});
