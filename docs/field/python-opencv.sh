#!/bin/sh
# OpenCV `randShuffle`
# biased: each place is swapped with any
# version: python3 -c 'import cv2; print(cv2.__version__)'
exec python3 "${0%/*}/deals/deals.py" "$1" 'import cv2, numpy' 'cv2.randShuffle(numpy.int32([x])).flatten()'
