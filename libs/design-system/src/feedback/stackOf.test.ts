import { expect, test } from 'vitest';
import { stackOf } from './stackOf';

const toast = (height: number, visible = true) => ({ height, visible });

test('the newest is in front, and the others are counted behind it', () => {
  expect(stackOf([toast(60), toast(40), toast(80)])).toEqual({ front: 60, behind: [0, 1, 2], height: 84 });
  expect(stackOf([toast(60)])).toMatchObject({ behind: [0], height: 68 });
});

test('behind one that is leaving, the next is in front', () => {
  expect(stackOf([toast(60, false), toast(40), toast(80)])).toEqual({
    ...{ front: 40, behind: [0, 0, 1], height: 56 },
  });
  expect(stackOf([toast(60, false)])).toMatchObject({ front: 60, behind: [0] });
});
