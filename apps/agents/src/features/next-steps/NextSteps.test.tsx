import { cleanup } from '@testing-library/react';
import { renderPage } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import type { Agent } from '../../data/agents';
import { draftAgent, publishedAgent } from '../../testing/agents';
import { NextSteps } from './NextSteps';

afterEach(cleanup);

const noop = () => undefined;
const headOf = (agent: Agent) => {
  const { container } = renderPage(
    <NextSteps agent={agent} onTest={noop} onPublish={noop} onDismiss={noop} />,
    '/agents',
  );
  return container.querySelector('h2')?.parentElement?.textContent;
};

test.each([
  [{ status: 'archived' }, 'It’s archived. Publish it to bring it back.'],
  [{ status: 'active' }, 'It’s unpublished. New users can’t find it.'],
])('the line says the state of a withdrawn agent: %o', (state, line) => {
  expect(headOf({ ...draftAgent, ...state })).toBe(`Next steps for Helper${line}`);
});

test('the card has a line below its title before and after the publication, which moves nothing below it (23)', () => {
  expect(headOf(draftAgent)).toBe('Next steps for HelperIt’s saved as a draft that only you can see.');
  cleanup();
  expect(headOf(publishedAgent)).toBe('Next steps for StarIt’s published. Everyone can find and use it.');
});
