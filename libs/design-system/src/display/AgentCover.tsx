/** The top of an agent's page: a band in its color, with its icon. Decorative: the name is next to it. */
import type { CSSProperties } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { AgentIcon, type AgentIconProps } from './AgentIcon';
import { hueOf } from './pictureColor';

export type AgentCoverProps = Omit<AgentIconProps, 'size'>;

export function AgentCover(agent: AgentCoverProps) {
  return (
    <Band aria-hidden style={{ '--hue': hueOf(agent.color, agent.name) } as CSSProperties}>
      <AgentIcon {...agent} size={64} />
    </Band>
  );
}

const Band = styled.div`
  display: flex;
  align-items: center;
  padding: ${token.space.lg};
  border: 1px solid transparent;
  border-radius: ${token.radius.lg};
  /* From the edge of the border: inside of it, the gradient would repeat. */
  background: border-box
    linear-gradient(
      100deg,
      light-dark(oklch(0.9 0.07 var(--hue)), oklch(0.34 0.08 var(--hue))),
      light-dark(oklch(0.97 0.02 var(--hue)), oklch(0.22 0.03 var(--hue)))
    );

  /* A ring: the pattern of the icon has the hue of the cover. */
  & > * {
    box-shadow:
      0 0 0 3px ${token.color.surface},
      ${token.shadow.md};
  }
`;
