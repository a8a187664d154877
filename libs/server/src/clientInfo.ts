/** The client of a request, as the server that accepted the connection knows it. */
export interface ClientInfo {
  /** From the socket or a trusted proxy, never from an unverified header. */
  address: string;
  /** Fires when the client disconnects before the response is complete. */
  signal?: AbortSignal;
  /** A request of this process itself, such as the local gateway's: neither limited nor recorded. */
  isInternal?: boolean;
}
