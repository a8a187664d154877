/**
 * The form of a dialog with stored values of an agent, and its save. If the dialog is closed before the response and the save
 * fails, a toast leads back to the form, which has what was typed.
 */
import { useMutationState, type UseQueryResult } from '@tanstack/react-query';
import {
  type FormInput,
  type Stored,
  useDraft,
  useExclusiveMutation,
  useSentInput,
  useUnsentInput,
} from '@slipway/data';
import { toast } from '@slipway/design-system';
import { useNavigate } from '@slipway/platform';
import { useMutationEnd } from '../studio/useUnseenMutation';
import { type ToastOptions, wayBack } from './wayBack';

interface StoredForm<S extends Stored<object>> {
  /** The parameter of the address that holds the dialog open, and its value. */
  parameter: 'page' | 'publish';
  id: string;
  query: UseQueryResult<S>;
  /** Used until the values are read. */
  none: S;
  /** See `saveStored`. */
  save: (draft: S['draft'], etag: string) => Promise<S | undefined>;
  onSaved: () => void;
  /** Called if the values were changed elsewhere: nothing was saved, and the form shows a notice. */
  onNewer: (newer: S) => void;
  /** The text of the toast after `onNewer`, if the dialog was closed before. */
  failure: string;
  /** `options` are those of the toast. */
  onFailure: (error: Error, options: ToastOptions) => void;
  onClose: () => void;
}

const hasSameValues = <Draft extends object>(draft: Draft, sent: Draft) =>
  (Object.keys(draft) as (keyof Draft)[]).every((key) => draft[key] === sent[key]);

export function useStoredForm<S extends Stored<object>>(props: StoredForm<S>) {
  const { parameter, id, query, none, save, onSaved, onNewer, failure, onFailure, onClose } = props;
  const navigate = useNavigate();
  const address = `/agents?${parameter}=${id}`;
  const mutationKey = ['own-agents', parameter, id] as const;
  const { mutate } = useExclusiveMutation({
    mutationKey,
    mutationFn: ({ draft, initial: { etag = '' } }: FormInput<S>) => save(draft, etag),
    onSuccess: (newer) => {
      if (newer) {
        onNewer(newer);
        if (sent.fail()) toast.error(failure, { id: `agent-${id}`, ...wayBack(navigate, address) });
      } else {
        sent.drop();
        onSaved();
      }
    },
    onError: (error) => {
      onFailure(error, sent.fail() ? wayBack(navigate, address) : {});
    },
  });
  /** The running save, including one sent before the dialog was closed and opened again. */
  const [saving] = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as FormInput<S>,
  });
  const owner = `${parameter}-${id}`;
  const sent = useSentInput(owner, saving);
  const stored = query.data ?? sent.input?.initial ?? none;
  const form = useDraft<S['draft']>(stored, sent.input);
  useUnsentInput(owner, form.isUnsaved && !saving ? { draft: form.draft, initial: stored } : undefined);
  useMutationEnd<S | undefined, FormInput<S>>(mutationKey, {
    onSuccess: (newer, { draft }) => {
      if (newer) return;
      if (hasSameValues(form.draft, draft)) onClose();
      else {
        // Keep input that was typed during the save. Its own save needs the new etag.
        form.setSaved(draft);
        void query.refetch();
      }
    },
  });
  return {
    stored,
    form,
    isBusy: saving !== undefined,
    /** The saved values are being read again. */
    isReading: form.isSaved && query.isFetching,
    /** Has no effect until the values have been read. */
    submit: () => {
      if (stored.etag === undefined) return;
      if (form.isSaved) form.setSaved();
      mutate({ draft: form.draft, initial: stored });
    },
  };
}
