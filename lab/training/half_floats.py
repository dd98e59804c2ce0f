"""Weights of an ONNX model stored as 16-bit floats; onnxruntime turns them back once, when it opens the file."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def store_as_half(model: onnx.ModelProto) -> None:
    """Keep large weights as 16-bit floats, each followed by a Cast back to 32 bits."""
    casts = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > 1000:
            name = tensor.name
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), name + "_half"))
            casts.append(helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))
    for node in reversed(casts):
        model.graph.node.insert(0, node)
