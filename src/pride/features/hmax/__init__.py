"""Patches of Gabor responses: the features of Serre, Wolf and Poggio (CVPR 2005).

An image becomes bands of C1 maps (`maps`), prototypes are patches of them
(`prototypes`), and a feature is the distance of a prototype from the closest patch of
an image (`matching`), measured when it is asked for (`lazy`).
"""
