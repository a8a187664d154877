/** Calls of the caller's tools, as a model asks for them: OpenAI's shape, which is passed on unchanged. */

export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; /** JSON. */ arguments: string };
}

/** A part of a tool call in a stream. Parts with one index belong together; the first one has its id and name. */
export interface ToolCallPart {
  index: number;
  id?: string | undefined;
  type?: 'function' | undefined;
  function?: { name?: string | undefined; arguments?: string | undefined } | undefined;
}

/** Adds parts to calls that are not complete yet. */
export function addToolCallParts(calls: ToolCall[], parts: readonly ToolCallPart[]): void {
  for (const { index, id, function: part } of parts) {
    const call = (calls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } });
    call.id ||= id ?? '';
    call.function.name += part?.name ?? '';
    call.function.arguments += part?.arguments ?? '';
  }
}

export const partsOf = (calls: readonly ToolCall[]): ToolCallPart[] =>
  calls.map((call, index) => ({ index, ...call }));

/** The output of a model as one text, to estimate its tokens. */
export const outputText = (text: string, calls: readonly ToolCall[]): string =>
  text + calls.map((call) => call.function.name + call.function.arguments).join('');
