/** Asks a server of tools for what it offers, with a secret where it needs one, and adds it to the agent. */
import { useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation, useSentInput, useUnsentInput } from '@slipway/data';
import { type KeyboardEvent, useEffect, useState } from 'react';
import {
  Button,
  Grid,
  PasswordInput,
  SkeletonText,
  Stack,
  Text,
  TextInput,
  useFieldError,
} from '@slipway/design-system';
import {
  type AgentTool,
  listServerTools,
  MAX_SERVERS,
  setToolSecret,
  toolQueries,
  type ToolServer,
} from '../../data/tools';
import { t } from './messages';
import { reasonOf, ServerPlace } from './ServerTools';

interface AddServerProps {
  agentId: string;
  known: readonly ToolServer[];
  /** The addresses with a stored secret. */
  secrets: readonly string[];
  /** Whether closing the form would lose a server that was typed and not added. */
  onTyped: (isTyped: boolean) => void;
  onAdd: (url: string, offer: AgentTool[]) => void;
}

const empty = { url: '', header: '', secret: '' };

export function AddServer({ agentId, known, secrets, onTyped, onAdd }: AddServerProps) {
  const owner = `server-${agentId}`;
  const { input } = useSentInput<Omit<typeof empty, 'secret'>>(owner);
  const [values, setValues] = useState({ ...empty, ...input });
  const isTyped = Object.values(values).some((value) => value.trim() !== '');
  const { url: address, header } = values;
  // Without the secret.
  useUnsentInput(owner, isTyped ? { url: address, header } : undefined);
  useEffect(() => {
    onTyped(isTyped);
  }, [onTyped, isTyped]);
  const { markOf, show, clear } = useFieldError<'server'>();
  const queryClient = useQueryClient();
  const connect = useExclusiveMutation({
    mutationKey: ['tools', 'connect', agentId],
    mutationFn: async (url: string) => {
      const { secret } = values;
      if (secret !== '') {
        await setToolSecret({ agent: agentId, url, header: header.trim() || 'Authorization', secret });
        await queryClient.invalidateQueries({ queryKey: toolQueries.of(agentId).queryKey });
      }
      return listServerTools(agentId, url);
    },
    onSuccess: (offer, url) => {
      setValues(empty);
      onAdd(url, offer);
    },
    onError: (error) => {
      show('server', reasonOf(error));
    },
  });
  const mark = markOf('server');
  const change = (next: Partial<typeof empty>) => {
    clear();
    setValues((current) => ({ ...current, ...next }));
  };
  const handleConnect = () => {
    if (connect.isPending) return;
    const url = values.url.trim();
    if (!URL.canParse(url) || !/^https?:/.test(url)) show('server', t('serverAddressWrong'));
    else if (known.some((server) => server.url === url)) show('server', t('serverKnown'));
    else if (known.length >= MAX_SERVERS) show('server', t('toolsTooMany'));
    else connect.mutate(url);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An input method uses Enter to accept a word.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter would submit the form around this field, without the server.
    event.preventDefault();
    handleConnect();
  };
  return (
    <>
      {connect.variables !== undefined && !connect.isSuccess && (
        // A placeholder for the server, so that the response does not move the form down. It stays after a failure.
        <ServerPlace
          url={connect.variables}
          hasSecret={connect.isPending ? values.secret !== '' : secrets.includes(connect.variables)}
        >
          {connect.isError ? <Text tone="muted">{t('serverNotListed')}</Text> : <SkeletonText lines={1} />}
        </ServerPlace>
      )}
      <Stack gap="md" role="group" aria-label={t('addServer')}>
        <TextInput
          label={t('serverAddress')}
          name="server"
          type="url"
          inputMode="url"
          autoComplete="off"
          // The error appears when its toast has closed. It replaces the hint, so that nothing moves.
          hint={mark.error === undefined ? t('serverAddressHint') : undefined}
          {...mark}
          value={values.url}
          onKeyDown={handleKeyDown}
          onChange={({ target }) => {
            change({ url: target.value });
          }}
        />
        <Grid min="16rem" count={2}>
          <TextInput
            label={t('secretHeader')}
            name="secretHeader"
            autoComplete="off"
            hint={t('secretHeaderHint')}
            value={values.header}
            onKeyDown={handleKeyDown}
            onChange={({ target }) => {
              change({ header: target.value });
            }}
          />
          <PasswordInput
            label={t('secretValue')}
            name="secretValue"
            autoComplete="new-password"
            hint={t('secretValueHint')}
            value={values.secret}
            onKeyDown={handleKeyDown}
            onChange={({ target }) => {
              change({ secret: target.value });
            }}
          />
        </Grid>
        <Stack direction="row" justify="end">
          <Button busy={connect.isPending} onClick={handleConnect}>
            {t('connect')}
          </Button>
        </Stack>
      </Stack>
    </>
  );
}
