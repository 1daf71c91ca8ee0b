/** Node and tag in one: a tag that begins with its node ('PER-022/0849') names it already. */
export const networkPlace = (nodeName: string | null, tag: string | null): string =>
  tag && nodeName && tag.startsWith(nodeName) ? tag : [nodeName, tag].filter(Boolean).join(' · ');
