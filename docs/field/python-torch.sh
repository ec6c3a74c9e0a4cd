#!/bin/sh
# PyTorch `randperm`
# fair
# version: python3 -c 'import torch; print(torch.__version__)'
exec python3 "${0%/*}/deals/deals.py" "$1" 'import torch' '[i + 1 for i in torch.randperm(n).tolist()]'
