import { describe, expect, it } from 'vitest';
import { endpointSlug } from './endpointSlug';

describe('endpointSlug', { tags: ['DEP-28', 'T-27'] }, () => {
  it.each([
    ['My Chatbot v1!', 'my-chatbot-v1-'],
    ['my-chatbot-v1', 'my-chatbot-v1'],
    ['MY BOT', 'my-bot'],
    ['a  b', 'a--b'],
    ['a_b.c/d', 'a-b-c-d'],
    ['Bot 2.0 (beta)', 'bot-2-0--beta-'],
    ['Über', '-ber'],
    ['日本1', '--1'],
    ['!!!', '---'],
  ])('turns %s into %s', (name, slug) => {
    expect(endpointSlug(name)).toBe(slug);
  });
});
