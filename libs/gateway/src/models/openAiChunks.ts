/**
 * Validates and converts the chunks of an endpoint. The types of the client library are not checked at run time: a
 * count that the database cannot store would fail the records of other calls, and an index may be outside its list.
 * Written by hand, because a schema for each chunk would be a large part of a call's CPU time.
 */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ModelPart } from './model';
import type { ToolCallPart } from './toolCalls';

/** Calls of tools in one output: as many as a request may offer. */
const MAX_TOOL_CALLS = 128;
/** More than any model counts, and less than the database stores, also as the sum of all rounds of tools. */
const MAX_TOKENS = 100_000_000;

/** The members of an object, with any value. */
const membersOf = <Name extends string>(value: unknown) =>
  (typeof value === 'object' ? (value ?? {}) : {}) as Partial<Record<Name, unknown>>;

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TOKENS;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrMissing = (value: unknown) => isText(value) || value === undefined || value === null;

/** @throws for a part that belongs to no call */
function toolCallPart(part: unknown): ToolCallPart {
  const { index, id, function: called } = membersOf<'index' | 'id' | 'function'>(part);
  const { name, arguments: text } = membersOf<'name' | 'arguments'>(called);
  const isInList = Number.isInteger(index) && Number(index) >= 0 && Number(index) < MAX_TOOL_CALLS;
  if (!isInList || ![id, name, text].every(isTextOrMissing))
    throw new Error('The endpoint sent an invalid tool call');
  return part as ToolCallPart;
}

/** @throws for an invalid tool call */
export function partsOfChunk(chunk: ChatCompletionChunk): ModelPart[] {
  const { choices, usage } = membersOf<'choices' | 'usage'>(chunk);
  const parts: ModelPart[] = [];
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { delta, finish_reason: finishReason } = membersOf<'delta' | 'finish_reason'>(choice);
  const { content, tool_calls: calls } = membersOf<'content' | 'tool_calls'>(delta);
  if (isText(content) && content !== '') parts.push({ text: content });
  if (Array.isArray(calls) && calls.length > 0) parts.push({ toolCalls: calls.map(toolCallPart) });
  if (isText(finishReason)) parts.push({ finishReason });
  const { prompt_tokens: input, completion_tokens: output } = membersOf<
    'prompt_tokens' | 'completion_tokens'
  >(usage);
  if (isCount(input) && isCount(output)) parts.push({ tokens: { input, output } });
  return parts;
}

/** The vectors of `data` in the order of the texts, of which there were `count`. @throws when they are not valid */
export function vectorsOf(data: unknown, count: number): number[][] {
  if (!Array.isArray(data) || data.length !== count)
    throw new Error('The endpoint returned the wrong number of vectors');
  const found = data.map((one) => membersOf<'index' | 'embedding'>(one));
  const ordered = found.toSorted((a, b) => Number(a.index) - Number(b.index));
  return ordered.map(({ embedding }) => {
    if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === 'number'))
      throw new Error('The endpoint returned a vector that is not a list of numbers');
    return embedding as number[];
  });
}

export const inputTokensOf = (usage: unknown): number | undefined => {
  const { prompt_tokens: input } = membersOf<'prompt_tokens'>(usage);
  return isCount(input) ? input : undefined;
};
