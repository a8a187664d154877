/** The link names the release that the user chose. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../../testing/modalDialogs';
import { OverrideDialog } from './OverrideDialog';

afterEach(cleanup);

const shown = {
  ...{ slice: 'billing', address: 'https://staging.example', route: '/billing' },
  onClose: () => undefined,
};
const listed = { kind: 'listed', version: 'bbbbbbbbbbbbbbbb' } as const;

test('a listed release, the canary, or a build on this machine', () => {
  const canary = { kind: 'canary', version: 'aaaaaaaaaaaaaaaa' } as const;
  render(<OverrideDialog {...shown} targets={[canary, listed]} allowsMachine />);
  expect(screen.getByText('https://staging.example/billing?slice=billing@aaaaaaaaaaaaaaaa')).toBeTruthy();
  const release = screen.getByRole('combobox', { name: 'Release' });
  fireEvent.change(release, { target: { value: listed.version } });
  expect(screen.getByText('https://staging.example/billing?slice=billing@bbbbbbbbbbbbbbbb')).toBeTruthy();
  fireEvent.change(release, { target: { value: 'machine' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Port on localhost' }), {
    target: { value: '4301' },
  });
  expect(
    screen.getByText('https://staging.example/billing?slice=billing@http://localhost:4301'),
  ).toBeTruthy();
});

test.each(['99999', '0', '', '43a', '-1'])('no link with the port “%s”, and the field says why', (port) => {
  render(<OverrideDialog {...shown} targets={[]} allowsMachine />);
  const field = screen.getByRole('textbox', { name: 'Port on localhost' });
  expect(screen.queryByText('Enter a port from 1 to 65535.')).toBeNull();
  fireEvent.change(field, { target: { value: port } });
  const message = screen.getByText('Enter a port from 1 to 65535.');
  expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(message.id);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(/\?slice=/)).toBeNull();
  fireEvent.change(field, { target: { value: ' 65535 ' } });
  expect(screen.getByText(/=billing@http:\/\/localhost:65535$/)).toBeTruthy();
});

test('only listed releases where the environment allows no build of a machine', () => {
  render(<OverrideDialog {...shown} targets={[listed]} allowsMachine={false} />);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Listed bbbbbbbb']);
  expect(screen.queryByRole('textbox')).toBeNull();
});
