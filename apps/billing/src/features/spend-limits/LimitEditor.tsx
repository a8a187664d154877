/** One spend limit: what was spent this month, an alert, and a form that sets or removes it. */
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useSentInput, useUnsentInput } from '@slipway/data';
import {
  Button,
  Grid,
  Notice,
  ProgressBar,
  Skeleton,
  Stack,
  Text,
  TextInput,
  toast,
  VisuallyHidden,
} from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { money } from '../../data/amounts';
import { quotaTone } from '../../data/quota';
import { alertOf, parseAmount, percentOf, type SpendLimit, useSetSpendLimit } from '../../data/spendLimits';
import { t as shared } from '../../messages';
import { t } from './messages';

const textOf = (amount: number | null): string => (amount === null ? '' : amount.toFixed(2));

interface LimitEditorProps {
  limit: SpendLimit;
  /** Updates the number of limits with unsaved input. */
  countUnsaved: (change: (count: number) => number) => void;
}

export function LimitEditor({ limit, countUnsaved }: LimitEditorProps) {
  const { amount, spent, resets_at } = limit;
  const label = limitName(limit);
  const name = limit.scope === 'account' ? t('yourAccountInText') : label;
  const toastId = `spend-limit-${useId()}`;
  const save = useSetSpendLimit(limit, {
    onSuccess: (_, next) => toast.success(t(next === null ? 'limitRemoved' : 'limitSaved'), { id: toastId }),
    onError: () => toast.error(t('limitFailed'), { id: toastId }),
  });
  const input = useRef<HTMLInputElement>(null);
  const owner = `limit-${limit.scope}-${limit.subject}`;
  const { input: typed } = useSentInput<{ text: string }>(owner);
  const [text, setText] = useState(typed?.text ?? textOf(amount));
  // The limit was changed elsewhere: show the new one, unless the user has typed another amount.
  const [known, setKnown] = useState(amount);
  if (known !== amount) {
    setKnown(amount);
    if (text === textOf(known)) setText(textOf(amount));
  }
  const [isInvalid, setInvalid] = useState(false);
  const alert = alertOf(limit);

  // No question while the input is being saved: a failure brings it back.
  const isChanged = text.trim() === '' ? amount !== null : parseAmount(text) !== amount;
  const isUnsaved = isChanged && !save.isPending;
  // Also during a save: the session may expire before the response.
  useUnsentInput(owner, isChanged ? { text } : undefined);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    countUnsaved((count) => count + 1);
    return () => {
      countUnsaved((count) => count - 1);
    };
  }, [isUnsaved, countUnsaved]);

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const next = parseAmount(text);
    setInvalid(next === undefined);
    if (next === undefined) input.current?.focus();
    else save.mutate(next);
  };
  const handleRemove = () => {
    if (save.isPending) return;
    setText('');
    setInvalid(false);
    input.current?.focus(); // this button disappears
    save.mutate(null, {
      onError: () => {
        // Show the limit again, unless the user has typed another amount.
        setText((now) => (now === '' ? text : now));
      },
    });
  };

  return (
    <Stack gap="sm">
      {amount === null ? (
        <Stack direction="row" justify="between" wrap>
          <Text size="sm" weight="strong" preserveLines>
            {label}
          </Text>
          <Text size="sm" tone="muted">
            {t('spentUnlimited', { spent: money(spent) })}
          </Text>
        </Stack>
      ) : (
        <ProgressBar
          label={label}
          value={amount === 0 ? 1 : spent}
          max={amount === 0 ? 1 : amount}
          valueText={t('spentOf', { spent: money(spent), amount: money(amount) })}
          tone={amount === 0 ? 'danger' : quotaTone(spent, amount)}
        />
      )}
      {amount !== null && alert !== undefined && (
        <Notice tone={alert === 50 ? 'info' : 'warning'}>
          {t('limitAlert', {
            state: amount === 0 ? 'zero' : alert === 100 ? 'reached' : 'used',
            percent: percentOf(spent, amount),
            day: formats.utcDate(resets_at),
          })}
        </Notice>
      )}
      <form noValidate onSubmit={handleSubmit}>
        <Stack direction="row" gap="sm" align="end">
          <Stack grow>
            <TextInput
              ref={input}
              label={t('limitOf', { name })}
              error={isInvalid ? t('limitInvalid') : undefined}
              inputMode="decimal"
              autoComplete="off"
              placeholder={t('noLimit')}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
              }}
            />
          </Stack>
          <Button type="submit" busy={save.isPending} aria-label={t('saveLimitOf', { name })}>
            {t('saveLimit')}
          </Button>
          {amount !== null && (
            <Button variant="quiet" aria-label={t('removeLimitOf', { name })} onClick={handleRemove}>
              {t('removeLimit')}
            </Button>
          )}
        </Stack>
      </form>
    </Stack>
  );
}

/** On a phone the names of a deployment and its key have more lines. */
const DEPLOYMENT_HEIGHT = 'calc(31.375rem - 53vw)';

/** As tall as one limit that is not set; for a deployment, as tall as its own and that of its key. */
export function LimitSkeleton({ isDeployment }: { isDeployment: boolean }) {
  const line = (width: string) => (
    <Text as="div" size="sm">
      <Skeleton width={width} />
    </Text>
  );
  const limit = (
    <Stack gap="sm">
      {line('9rem')}
      {line('16rem')}
      <Skeleton shape="block" height="2.5rem" />
    </Stack>
  );
  return (
    <Grid
      min="30rem"
      gap="xl"
      align="start"
      aria-busy="true"
      {...(isDeployment && { minHeight: DEPLOYMENT_HEIGHT })}
    >
      {limit}
      {isDeployment && limit}
      <VisuallyHidden>{shared('loading')}</VisuallyHidden>
    </Grid>
  );
}

/** As shown: `Your account`, or the name of the deployment or key. */
function limitName({ scope, name }: SpendLimit): string {
  if (scope === 'account') return t('yourAccount');
  return name ?? shared('unnamedDeployment');
}
