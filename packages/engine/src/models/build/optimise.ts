import type { Graph } from './onnx-graph.js';
import { dropIdentities } from './passes/drop-identities.js';
import { foldAffine } from './passes/fold-affine.js';
import { foldInputScale } from './passes/fold-input-scale.js';
import { foldNormBeforeProduct } from './passes/fold-norm-before-product.js';
import { mergeClips } from './passes/merge-clips.js';
import { removeDeadNodes } from './passes/remove-dead-nodes.js';
import { splitPrelu } from './passes/split-prelu.js';

export function simplify(graph: Graph): Graph {
  const passes = [
    dropIdentities,
    foldAffine,
    foldNormBeforeProduct,
    foldInputScale,
    mergeClips,
    removeDeadNodes,
  ];
  return passes.reduce((result, pass) => pass(result), graph);
}
export function optimise(graph: Graph): Graph {
  return removeDeadNodes(splitPrelu(simplify(graph)));
}
