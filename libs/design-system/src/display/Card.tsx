/**
 * A surface for one item or group. `data-slim` is for three in a row: theme.css reduces its padding on tablets.
 * `data-frame`: an empty or error state inside has no second frame.
 */
import styled from 'styled-components';
import { token } from '../tokens';

export const Card = styled.div`
  min-width: 0;
  padding: ${token.space.xl};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.lg};
  background: ${token.color.surface};
  box-shadow: ${token.shadow.sm};
`;
