/** A form for tests of `useUnsaved`: its text is `form`, and `form, confirm` while it asks. */
import { useUnsaved } from '../routing/useUnsaved';

interface UnsavedFormProps {
  isUnsaved: boolean;
  /** The parameter of the address that holds its dialog open. */
  parameter?: string;
}

export function UnsavedForm({ isUnsaved, parameter }: UnsavedFormProps) {
  const { isPending, stay, leave } = useUnsaved(isUnsaved, parameter);
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
