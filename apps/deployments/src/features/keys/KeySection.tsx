/** The keys of a deployment, with actions to rotate and revoke them. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Button, Select, Stack, toast } from '@slipway/design-system';
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import { withRecentSignIn } from '@slipway/session';
import { KeyTable } from '../../components/KeyTable';
import { keyQueries, revokeKeys, rotateKey } from '../../data/keys';
import { reloadAllTabs } from '../../data/otherTabs';
import { t as shared } from '../../messages';
import { t } from '../details/messages';
import { useCopyKey } from './useCopyKey';

/** How long the old key stays valid after a rotation. */
const overlaps = ['1 day', '7 days', '30 days', '0'] as const;
type Overlap = (typeof overlaps)[number];

interface Rotation {
  id: string;
  overlap: Overlap;
  /** When the newest key before it was created. */
  after: string | undefined;
}

interface KeySectionProps {
  id: string;
  name: string;
  /** Called after a rotation, with the new key, and after a revocation, without one. */
  onChanged: (key: string | undefined) => void;
}

export function KeySection({ id, name, onChanged }: KeySectionProps) {
  const queryClient = useQueryClient();
  const copyKey = useCopyKey();
  const keys = useQuery(keyQueries.of(id));
  const [isRevoking, setRevoking] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>('1 day');
  const onSettled = () => reloadAllTabs(queryClient);
  const rotate = useExclusiveMutation({
    mutationKey: ['deployments', 'rotate-key'],
    mutationFn: (rotation: Rotation) => withRecentSignIn(() => rotateKey(rotation)),
    onSuccess: async (key) => {
      if (key === undefined) return;
      onChanged(key);
      const isCopied = await copyKey({ name, apiKey: key }, t('rotatedAndCopied'));
      if (!isCopied) toast.success(t('rotated')); // a dialog shows the key
    },
    onError: () => toast.error(t('rotateFailed')),
    onSettled: (_key, error) => {
      const isRead = onSettled();
      // After a success, keep the placeholder until the list has the new key. After a failure, remove it at once.
      return error ? undefined : isRead;
    },
  });
  const revoke = useExclusiveMutation({
    mutationKey: ['deployments', 'revoke-keys'],
    mutationFn: revokeKeys,
    onSuccess: () => {
      onChanged(undefined);
      toast.success(t('revoked'));
    },
    onError: () => toast.error(t('revokeFailed')),
    onSettled,
  });
  const newest = keys.data?.[0]?.created_at;
  // A list that was read in the meantime, such as after a lost connection, may lack the new key.
  const isAdding = rotate.isPending && newest === rotate.variables.after;
  const actions = useRef<HTMLDivElement>(null);
  const rowCount = (keys.data?.length ?? 0) + (isAdding ? 1 : 0);
  useLayoutEffect(() => {
    // In a low window, the row of the new key would push the pressed button out of view.
    const { activeElement } = document;
    if (actions.current?.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' });
  }, [rowCount]);
  return (
    <Stack gap="md">
      <QueryPanel
        query={keys}
        failure={shared('sectionFailed')}
        // The height of one key, on a phone too, where a key is a list.
        waiting={
          <Stack aria-busy="true" data-skeleton="">
            <KeyTable keys={[]} isAdding />
          </Stack>
        }
      >
        {(data) => <KeyTable keys={data} isAdding={isAdding} />}
      </QueryPanel>
      <Stack ref={actions} direction="row" gap="lg" align="end" justify="between" wrap>
        <Stack direction="row" gap="sm" align="end" wrap data-actions="">
          <Select
            label={t('overlap')}
            options={overlaps.map((value) => ({ value, label: t(`overlap-${value}`) }))}
            value={overlap}
            onChange={(event) => {
              setOverlap(overlaps.find((each) => each === event.target.value) ?? '1 day');
            }}
          />
          <Button
            busy={rotate.isPending}
            onClick={() => {
              rotate.mutate({ id, overlap, after: newest });
            }}
          >
            {t('rotate')}
          </Button>
        </Stack>
        {/* On its own line: it cannot be undone. */}
        <Stack direction="row" data-actions="">
          <Button
            variant="danger"
            busy={revoke.isPending}
            aria-haspopup="dialog"
            onClick={() => {
              setRevoking(true);
            }}
          >
            {t('revoke')}
          </Button>
        </Stack>
      </Stack>
      {isRevoking && (
        <ConfirmDialog
          title={t('revokeTitle', { name })}
          description={t('revokeText')}
          cancelLabel={shared('cancel')}
          confirmLabel={t('revokeAll')}
          onConfirm={() => {
            setRevoking(false);
            revoke.mutate(id);
          }}
          onClose={() => {
            setRevoking(false);
          }}
        />
      )}
    </Stack>
  );
}
