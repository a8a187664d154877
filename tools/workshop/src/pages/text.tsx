/** Running words. */
import { Stack, Text, VisuallyHidden } from '@slipway/design-system';
import type { Story } from '../story';

const words = 'Every agent answers at an address of its own, and everything it costs is written down.';

export default {
  Text: {
    sizes: () => (
      <Stack gap="sm">
        {(['xl', 'lg', 'md', 'sm', 'xs'] as const).map((size) => (
          <Text key={size} size={size}>
            {words}
          </Text>
        ))}
      </Stack>
    ),
    'tones and weights': () => (
      <Stack gap="sm">
        {(['default', 'muted', 'subtle', 'accent', 'danger'] as const).map((tone) => (
          <Text key={tone} tone={tone}>
            {words}
          </Text>
        ))}
        <Text weight="medium">{words}</Text>
        <Text weight="strong">{words}</Text>
      </Stack>
    ),
    'cut after one line': () => <Text lines={1}>{`${words} ${words} ${words}`}</Text>,
  },
  VisuallyHidden: {
    'said, not seen': () => (
      <Text>
        12<VisuallyHidden> of twenty</VisuallyHidden>
      </Text>
    ),
  },
} satisfies Story;
