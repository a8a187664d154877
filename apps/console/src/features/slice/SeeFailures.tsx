/** A mark of a failing release, with a link to its failures. */
import { Badge, Link, Stack } from '@slipway/design-system';
import { text } from '../../messages';
import { FAILURES } from './Failures';

export function SeeFailures({ children }: { children: string }) {
  return (
    <Stack as="span" direction="row" gap="sm" wrap>
      <Badge tone="danger">{children}</Badge>
      <Link href={`#${FAILURES}`}>{text.seeFailures}</Link>
    </Stack>
  );
}
