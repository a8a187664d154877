/** The document matches the routes, and its examples match the schemas. */
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { pino } from 'pino';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createGateway } from './gateway';
import { sampleModel } from './models/sampleModel';
import { openApiDocument } from './openapi';
import { chatCompletionSchema } from './chatCompletionRequest';
import { embeddingSchema } from './embeddings';
import { callSchema, previewSchema } from './requests';
import { restStore } from './store';
import { httpApiFile, httpApiPage } from './testing/httpApiPage';

const gateway = createGateway({
  store: restStore({ url: 'http://127.0.0.1:1', secretKey: 's', publishableKey: 'p' }),
  publicUrl: 'https://agents.example',
  model: sampleModel,
  log: pino({ level: 'silent' }),
});
const document = openApiDocument('https://agents.example');

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it('lists every route for programs, and no other', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    const forPages = ['GET /v1/endpoint.css'];
    expect(documented.sort()).toEqual(gateway.routes.filter((route) => !forPages.includes(route)).sort());
  });

  it('is rendered in docs/http-api.md: npm run reference -w @slipway/gateway writes it (21.7)', async () => {
    expect(await httpApiPage()).toBe(readFileSync(httpApiFile, 'utf8'));
  });

  it('is served', async () => {
    const response = await gateway.fetch(new Request('https://agents.example/v1/openapi.json'), {
      address: 'x',
    });
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it.each([
    ['/v1/agents/{slug}', callSchema],
    ['/v1/agents/{slug}/chat/completions', chatCompletionSchema],
    ['/v1/chat/completions', chatCompletionSchema],
    ['/v1/agents/{slug}/embeddings', embeddingSchema],
    ['/v1/embeddings', embeddingSchema],
    ['/v1/preview', previewSchema],
  ] as const)('%s has a valid example', (path, schema) => {
    const { example } = document.paths[path].post.requestBody.content['application/json'];
    expect(v.is(schema, example)).toBe(true);
  });

  it('lists the statuses that a client gets: 415 for a body that is not JSON, 429 instead of 402 for OpenAI', async () => {
    const request = new Request('https://agents.example/v1/preview', { method: 'POST', body: 'Hello' });
    const { status } = await gateway.fetch(request, { address: 'x' });
    const statuses = (path: keyof typeof document.paths) => {
      const operations = document.paths[path];
      return 'post' in operations ? Object.keys(operations.post.responses) : [];
    };
    expect(statuses('/v1/preview')).toContain(String(status));
    expect(statuses('/v1/agents/{slug}')).toEqual(expect.arrayContaining(['402', '415', '429', '500']));
    expect(statuses('/v1/chat/completions')).not.toContain('402');
  });

  it('lists the headers of calls only for operations that make one', () => {
    const withHeaders = Object.entries(document.paths).flatMap(([path, operations]) =>
      'post' in operations && 'headers' in operations.post.responses[200] ? [path] : [],
    );
    expect(withHeaders).toEqual([
      '/v1/agents/{slug}',
      '/v1/agents/{slug}/chat/completions',
      '/v1/agents/{slug}/embeddings',
      '/v1/chat/completions',
      '/v1/embeddings',
    ]);
  });

  it('offers a stream of events where the gateway sends one', () => {
    const streams = Object.entries(document.paths).flatMap(([path, operations]) =>
      'post' in operations && operations.post.responses[200].content['text/event-stream'] ? [path] : [],
    );
    expect(streams).toEqual([
      '/v1/agents/{slug}',
      '/v1/agents/{slug}/chat/completions',
      '/v1/chat/completions',
      '/v1/preview',
    ]);
  });
});
