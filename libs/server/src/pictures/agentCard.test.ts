/** The picture of an agent for previews of links. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { agentCard } from './agentCard';

const middle = async (card: Buffer) => {
  const { data } = await sharp(card)
    .extract({ left: 600, top: 315, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
};

test('it has the size that the head says, and shows the uploaded icon in its middle (20)', async () => {
  const generated = await agentCard({ name: '</svg><script>', color: null });
  expect(await sharp(generated).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const background = { r: 200, g: 30, b: 60 };
  const icon = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .webp()
    .toBuffer();
  const [red = 0, green = 0] = await middle(await agentCard({ name: 'Pilot', color: 'teal', icon }));
  expect(red).toBeGreaterThan(180);
  expect(green).toBeLessThan(60);
  expect(await agentCard({ name: 'Pilot', color: 'teal' })).not.toEqual(
    await agentCard({ name: 'Pilot', color: 'red' }),
  );
});
