/**
 * Creating an agent has failed: offers a retry, or a larger plan if the limit is reached. It replaces the next steps,
 * so that the response moves nothing; the form stays available.
 */
import { useEffect, useRef } from 'react';
import { Button, Card, Heading, LinkButton, Notice, Stack, Text } from '@slipway/design-system';
import { t as shared } from '../../messages';
import { t as studio } from '../studio/messages';
import { t } from './messages';

interface CreateFailedProps {
  name: string;
  /** Whether the user's plan allows no other agent. */
  isPlanLimit: boolean;
  /** The height of the next steps that it replaces, in pixels. */
  minHeight: number;
  onEdit: () => void;
  onRetry: () => void;
}

export function CreateFailed({ name, isPlanLimit, minHeight, onEdit, onRetry }: CreateFailedProps) {
  const edit = useRef<HTMLButtonElement>(null);
  // The focus was in the form, which is now hidden.
  useEffect(() => {
    edit.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Card as="section" aria-labelledby="not-created">
      {/* 3.125rem: the padding and the border of the card. */}
      <Stack minHeight={`calc(${String(minHeight)}px - 3.125rem)`}>
        <div>
          <Heading level={2} size="lg" id="not-created">
            {t('notCreated', { name })}
          </Heading>
          <Text size="sm" tone="muted">
            {t('inputKept')}
          </Text>
        </div>
        {isPlanLimit && <Notice tone="warning">{studio('planLimit')}</Notice>}
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
