/** A notice with a message of the server: its paths and hashes break into lines instead of widening the page. */
import { Notice, type NoticeProps, Text } from '@slipway/design-system';

export interface LongNoticeProps {
  tone?: NoticeProps['tone'];
  children: string;
}

export const LongNotice = ({ tone, children }: LongNoticeProps) => (
  <Notice tone={tone}>
    <Text as="span" size="sm" preserveLines>
      {children}
    </Text>
  </Notice>
);
