/**
 * Symptom: `@supabase/lite` replaces `process.emitWarning` with a function that accepts only text. Node.js also passes
 * errors, such as `MaxListenersExceededWarning`: the call throws a TypeError where the warning was caused.
 * Hosted Supabase: does not share the process.
 * Test: `fixes.test.ts`, "errorWarnings".
 */

const fixed = new WeakSet<typeof process.emitWarning>();

/** Emits warnings that are errors as Node.js does; the library's function gets the others. */
export function acceptErrorWarnings(): void {
  const emitText = process.emitWarning;
  if (fixed.has(emitText)) return;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (warning instanceof Error) process.nextTick(() => process.emit('warning', warning));
    else Reflect.apply(emitText, process, [warning, ...rest]);
  };
  fixed.add(process.emitWarning);
}
