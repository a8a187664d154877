import { afterEach, describe, expect, it } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { readComposition, sliceOfSlot } from './composition';

const composition = compositionOf({
  auth: { ...composedRelease('00000000000000a1'), slots: [{ name: 'dashboard.account', version: 1 }] },
  market: { ...composedRelease('00000000000000b1'), slots: [{ name: 'landing.featured', version: 1 }] },
});

const inline = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="slipway-composition"></script>';
  const element = document.getElementById('slipway-composition');
  if (element) element.textContent = text;
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('readComposition', () => {
  it('reads the document’s composition', () => {
    inline(JSON.stringify(composition));
    expect(readComposition(document)).toEqual(composition);
  });

  it('rejects a document without one', () => {
    expect(() => readComposition(document)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining('#slipway-composition'),
      }),
    );
    inline('');
    expect(() => readComposition(document)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it('rejects one of another format', () => {
    inline(JSON.stringify({ ...composition, schema: 2 }));
    expect(() => readComposition(document)).toThrow(/^composition: schema/);
  });
});

describe('sliceOfSlot', () => {
  it('finds the slice that fills a slot', () => {
    expect(sliceOfSlot(composition, 'landing.featured')).toBe('market');
    expect(sliceOfSlot(composition, 'dashboard.account')).toBe('auth');
    expect(sliceOfSlot(composition, 'agent.playground')).toBeUndefined();
  });
});
