/** A mark of a failing release, with a link to its failures. */
import { Badge, Link, Stack } from '@slipway/design-system';
import { text } from '../messages';

/** The id of the failures in their page. */
export const FAILURES = 'failures';

export interface SeeFailuresProps {
  children: string;
  /** Takes its space, but is hidden because nothing fails. */
  reserved?: boolean;
}

export function SeeFailures({ children, reserved = false }: SeeFailuresProps) {
  return (
    <Stack as="span" direction="row" gap="sm" wrap reserved={reserved}>
      <Badge tone="danger">{children}</Badge>
      <Link href={`#${FAILURES}`}>{text.seeFailures}</Link>
    </Stack>
  );
}
