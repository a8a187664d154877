/** The frame of both forms: one press at a time, one message for what is wrong, the focus where it is to be mended. */
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Button, Stack, toast } from '@slipway/design-system';
import { messages } from '../messages';
import type { Problem } from '../rules/credentials';

export interface Fields {
  email: string;
  password: string;
  confirm: string;
}

interface AuthFormProps {
  submitLabel: string;
  /** The first broken rule, if any; then nothing is sent. */
  problemOf: (fields: Fields) => Problem | undefined;
  /** Sends it. Returns the words of what went wrong, or undefined. */
  send: (fields: Fields) => Promise<string | undefined>;
  /** The inputs, named as `Fields` has them; `invalid` is the one the last message is about. */
  children: (invalid: Problem['field'] | undefined) => ReactNode;
}

export function AuthForm({ submitLabel, problemOf, send, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [invalid, setInvalid] = useState<Problem['field']>();

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const fields: Fields = { email: read('email'), password: read('password'), confirm: read('confirm') };
    const problem = problemOf(fields);
    setInvalid(problem?.field);
    if (problem) {
      toast.error(problem.message);
      form.current?.querySelector<HTMLInputElement>(`[name="${problem.field}"]`)?.focus();
      return;
    }
    setIsSubmitting(true);
    const failure = await send(fields);
    setIsSubmitting(false);
    if (failure) toast.error(failure);
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
      {/* A disabled fieldset disables all that is in it, whatever the slots of the form are. */}
      <fieldset disabled={isSubmitting}>
        <Stack gap="lg">
          {children(invalid)}
          <Button type="submit" variant="primary" size="lg">
            {isSubmitting ? messages.submitting : submitLabel}
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}
