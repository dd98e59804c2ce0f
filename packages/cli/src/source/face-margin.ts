import type { Box } from '@facet/client';
import { REDACTION_MARGIN } from '@facet/engine';

/** A box is redacted as it is; the rectangle of a face leaves out hairline and ears. */
export function withMargin([x1, y1, x2, y2]: Box): Box {
  const across = REDACTION_MARGIN * (x2 - x1);
  const down = REDACTION_MARGIN * (y2 - y1);
  return [x1 - across, y1 - down, x2 + across, y2 + down];
}
