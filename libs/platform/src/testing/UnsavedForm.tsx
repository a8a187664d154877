/** A form for tests of `useUnsaved`: its text is `form`, and `form, confirm` while it asks. */
import { useUnsaved } from '../routing/useUnsaved';

export function UnsavedForm({ isUnsaved }: { isUnsaved: boolean }) {
  const { isPending, stay, leave } = useUnsaved(isUnsaved);
  return (
    <>
      <p>form{isPending && ', confirm'}</p>
      <button type="button" onClick={stay}>
        stay
      </button>
      <button type="button" onClick={leave}>
        leave
      </button>
    </>
  );
}
