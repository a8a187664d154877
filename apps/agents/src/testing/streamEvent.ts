/** An event of a stream, as the gateway sends it. */
export const streamEvent = (name: string, data: unknown) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
