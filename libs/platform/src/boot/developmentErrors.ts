/** Hands errors to the page of `slipway dev`, which shows them with stack and component stack. A release has no such page. */
import type { ErrorInfo } from 'react';

interface DevelopmentPage {
  slipwayDevelopment?: { onCaught(error: unknown, componentStack: string): void };
}

export function showInDevelopment(error: unknown, { componentStack }: ErrorInfo): void {
  (window as DevelopmentPage).slipwayDevelopment?.onCaught(error, componentStack ?? '');
}
