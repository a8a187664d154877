/**
 * An agent could not be created: another try, or a larger plan where that is the reason. It takes the place of the next
 * steps, so that the response moves nothing; the form waits.
 */
import { useEffect, useRef } from 'react';
import { Button, Card, Heading, LinkButton, Notice, Stack, Text } from '@slipway/design-system';
import { t as shared } from '../../messages';
import { t } from './messages';

interface CreateFailedProps {
  name: string;
  /** Whether the user's plan allows no other agent. */
  isPlanLimit: boolean;
  /** Pixels: as high as the next steps were. */
  minHeight: number;
  onEdit: () => void;
  onRetry: () => void;
}

export function CreateFailed({ name, isPlanLimit, minHeight, onEdit, onRetry }: CreateFailedProps) {
  const edit = useRef<HTMLButtonElement>(null);
  // The focus was in the form, which is hidden.
  useEffect(() => {
    edit.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Card as="section" aria-labelledby="not-created">
      {/* Without the padding and the edges of the card. */}
      <Stack minHeight={`calc(${String(minHeight)}px - 3.125rem)`}>
        <div>
          <Heading level={2} size="lg" id="not-created">
            {t('notCreated', { name })}
          </Heading>
          <Text size="sm" tone="muted">
            {t('inputKept')}
          </Text>
        </div>
        {isPlanLimit && <Notice tone="warning">{t('planLimit')}</Notice>}
        <Stack direction="row" gap="sm" wrap data-actions="">
          <Button ref={edit} onClick={onEdit}>
            {shared('backToForm')}
          </Button>
          {isPlanLimit ? (
            <LinkButton variant="primary" href="/billing">
              {t('seePlans')}
            </LinkButton>
          ) : (
            <Button variant="primary" onClick={onRetry}>
              {shared('retry')}
            </Button>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}
