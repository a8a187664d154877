/** Stories of the folder `text/`. */
import { Stack, Text, VisuallyHidden } from '@slipway/design-system';
import type { Story } from '../story';

const sentence = 'Every agent responds at its own endpoint, and every call is metered.';

export default {
  Text: {
    sizes: () => (
      <Stack gap="sm">
        {(['xl', 'lg', 'md', 'sm', 'xs'] as const).map((size) => (
          <Text key={size} size={size}>
            {sentence}
          </Text>
        ))}
      </Stack>
    ),
    'tones and weights': () => (
      <Stack gap="sm">
        {(['default', 'muted', 'subtle', 'accent', 'danger'] as const).map((tone) => (
          <Text key={tone} tone={tone}>
            {sentence}
          </Text>
        ))}
        <Text weight="medium">{sentence}</Text>
        <Text weight="strong">{sentence}</Text>
      </Stack>
    ),
    'truncated after one line': () => <Text lines={1}>{`${sentence} ${sentence} ${sentence}`}</Text>,
  },
  VisuallyHidden: {
    'for screen readers only': () => (
      <Text>
        12<VisuallyHidden> of twenty</VisuallyHidden>
      </Text>
    ),
  },
} satisfies Story;
