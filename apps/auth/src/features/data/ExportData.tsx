/** Downloads everything in the account as one ZIP file. Closing the dialog cancels an export that is running. */
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { Button, Icon, ProgressBar, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { saveExport } from '../../data/saveExport';
import { t as shared } from '../../messages';
import { t as panel } from '../account/shared/messages';
import { exportFailure, t } from './messages';

export function ExportData({ onClose }: { onClose: () => void }) {
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 });
  const running = useRef<AbortController>(null);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const { mutate, isPending, isSuccess, isError, error } = useMutation({
    mutationFn: () => {
      const controller = new AbortController();
      running.current = controller;
      setProgress({ done: 0, total: 0 });
      return saveExport(controller.signal, (rows, of) => {
        setProgress({ done: rows, total: of });
      });
    },
  });
  const start = () => {
    mutate();
  };

  const code = isAppError(error) ? error.code : 'unexpected';
  // The limit is per day: another attempt would fail too.
  const isOver = isSuccess || (isError && code === 'rate_limited');
  // One button for "Download", "Try again" and "Close", so that it keeps the focus.
  const label = isOver ? shared('close') : isError ? panel('tryAgain') : t('downloadData');
  return (
    <Dialog
      open
      size="sm"
      title={t('exportTitle')}
      description={t('exportText')}
      onClose={onClose}
      actions={
        <>
          {!isOver && <Button onClick={onClose}>{shared('cancel')}</Button>}
          <Button variant="primary" busy={isPending} onClick={isOver ? onClose : start}>
            {label}
          </Button>
        </>
      }
    >
      <Stack gap="sm" minHeight="3rem">
        {isPending && (
          <ProgressBar
            label={t('exportProgress')}
            value={done}
            max={total}
            valueText={total > 0 && t('exportRows', { done, total })}
          />
        )}
        <Text role="status" size="sm">
          {isSuccess && t('exportDone')}
        </Text>
        <Text as="div" size="sm" tone="danger">
          <Stack direction="row" gap="sm" align="start">
            {isError && <Icon name="warning" />}
            <Text role="alert" size="sm" tone="danger">
              {isError && exportFailure(code)}
            </Text>
          </Stack>
        </Text>
      </Stack>
    </Dialog>
  );
}
