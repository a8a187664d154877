import { renderToStaticMarkup } from 'react-dom/server';
import { cleanup, render, screen } from '@testing-library/react';
import { ServerStyleSheet } from 'styled-components';
import { afterEach, expect, test } from 'vitest';
import { Badge } from './Badge';
import { StatusBadge } from './StatusBadge';

afterEach(cleanup);

test.each([
  ['active', 'success', 'Active'],
  ['pending', 'warning', 'Pending'],
  ['deploying', 'warning', 'Deploying'],
  ['failed', 'danger', 'Failed'],
  ['stopped', 'neutral', 'Stopped'],
  ['exploded', 'neutral', 'Exploded'],
  ['', 'neutral', 'Unknown'],
])('shows the deployment status "%s" as %s with the text %s', { tags: ['DS-01'] }, (status, tone, word) => {
  render(<StatusBadge kind="deployment" status={status} />);
  expect(screen.getByText(word).dataset.tone).toBe(tone);
});

test.each([
  ['active', 'success', 'Active'],
  ['trialing', 'info', 'Trialing'],
  ['past_due', 'warning', 'Past due'],
  ['canceled', 'danger', 'Canceled'],
  ['incomplete', 'neutral', 'Incomplete'],
  ['constructor', 'neutral', 'Constructor'],
])('shows the subscription status "%s" as %s with the text %s', { tags: ['DS-02'] }, (status, tone, word) => {
  render(<StatusBadge kind="subscription" status={status} />);
  expect(screen.getByText(word).dataset.tone).toBe(tone);
});

test.each(['neutral', 'info', 'success', 'warning', 'danger'] as const)(
  'the tone %s has its own colors',
  { tags: ['DS-01', 'DS-02'] },
  (tone) => {
    // A separate sheet: that of the page may have lost its rules in a test before.
    const sheet = new ServerStyleSheet();
    const html = renderToStaticMarkup(sheet.collectStyles(<Badge tone={tone}>A status</Badge>));
    const name = /class="[^"]*?([\w-]+)"/.exec(html)?.[1] ?? '';
    const rule = sheet.getStyleTags().split(`.${name}[data-tone='${tone}']{`)[1]?.split('}')[0];
    expect(rule?.split(';').filter(Boolean)).toEqual(
      ['text', 'surface', 'border'].map((part) => `--tone-${part}:var(--color-${tone}-${part})`),
    );
  },
);

test('shows a given label instead of the status', () => {
  render(<StatusBadge kind="subscription" status="past_due" label="Payment is late" />);
  expect(screen.getByText('Payment is late').dataset.tone).toBe('warning');
});
